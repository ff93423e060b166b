//! The switches of one file. The text stays as it is but for insertions: an expression becomes
//! `(if crate::__mutant(7) {/*<7*/ changed /*7>*/} else { as before })`, so an error of the compiler between the marks is about mutant 7.
//! Only one mutant is on at a time: the changed text holds no switches of its own, and the file grows little.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, LineColumn, Span};
use serde_json::Value;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    Arm, Block, Expr, ExprClosure, ExprMatch, Item, ItemConst, Pat, ReturnType, Signature, Stmt, Token, Type,
};

/// Macros that take expressions, with commas between them.
const EXPRESSIONS: [&str; 3] = ["q", "vec", "format"];

/// Types of constants that can be switched.
const NUMBERS: [&str; 14] =
    ["i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize", "f32", "f64"];

pub struct Mutant {
    number: u32,
    genre: String,
    replacement: String,
    start: LineColumn,
    end: LineColumn,
}

impl Mutant {
    pub fn read(number: u32, mutant: &Value) -> Option<Self> {
        let text = |field: &str| mutant[field].as_str().map(str::to_owned);
        let at = |side: &str| {
            let place = |field: &str| usize::try_from(mutant["span"][side][field].as_u64()?).ok();
            Some(LineColumn { line: place("line")?, column: place("column")?.checked_sub(1)? })
        };
        Some(Self {
            number,
            genre: text("genre")?,
            replacement: text("replacement")?,
            start: at("start")?,
            end: at("end")?,
        })
    }
}

/// Text that goes in at a byte. Of two at the same byte, ends go before beginnings, and the outer one of two nodes encloses the other.
struct Insertion {
    at: usize,
    opens: bool,
    length: usize,
    text: String,
}

pub struct Switches<'a> {
    text: &'a str,
    lines: Vec<usize>,
    mutants: Vec<Mutant>,
    insertions: Vec<Insertion>,
    /// Switches for the constants of this file, by name: a constant cannot look at a switch, but its users can.
    constants: BTreeMap<String, String>,
    /// The numbers of those that no function used so far.
    pending: BTreeMap<String, Vec<u32>>,
    made: Made,
}

/// The numbers of the mutants that have a switch, and of those that the language refuses. The others are in constants that are no
/// numbers, or that no function of the same file uses.
#[derive(Default)]
pub struct Made {
    pub switched: BTreeSet<u32>,
    pub refused: BTreeSet<u32>,
}

impl<'a> Switches<'a> {
    /// The text with switches.
    pub fn put(text: &'a str, mutants: Vec<Mutant>) -> syn::Result<(String, Made)> {
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let (insertions, constants, pending) = (Vec::new(), BTreeMap::new(), BTreeMap::new());
        let mut switches =
            Self { text, lines, mutants, insertions, constants, pending, made: Made::default() };
        let file = syn::parse_file(text)?;
        for item in &file.items {
            if let Item::Const(constant) = item {
                switches.note_constant(constant);
            }
        }
        switches.visit_file(&file);
        let mut insertions: Vec<_> = switches.insertions.into_iter().enumerate().collect();
        // Of two nodes of the same length, the outer one is visited first.
        insertions.sort_by_key(|(order, one)| {
            (
                one.at,
                one.opens,
                if one.opens { (usize::MAX - one.length, *order) } else { (one.length, usize::MAX - *order) },
            )
        });
        let (mut out, mut from) = (String::new(), 0);
        for (_, one) in insertions {
            out += &text[from..one.at];
            out += &one.text;
            from = one.at;
        }
        Ok((out + &text[from..], switches.made))
    }

    /// proc-macro2 counts characters of a line.
    fn byte(&self, at: LineColumn) -> usize {
        let line = self.lines[at.line - 1];
        line + self.text[line..].chars().take(at.column).map(char::len_utf8).sum::<usize>()
    }

    fn range(&self, span: Span) -> (usize, usize) {
        (self.byte(span.start()), self.byte(span.end()))
    }

    /// The mutants of a kind that begin at a place.
    fn take(&mut self, genre: &str, start: LineColumn) -> Vec<Mutant> {
        let (taken, left) = std::mem::take(&mut self.mutants)
            .into_iter()
            .partition(|one| one.genre == genre && one.start == start);
        self.mutants = left;
        let taken: Vec<Mutant> = taken;
        self.made.switched.extend(taken.iter().map(|one| one.number));
        taken
    }

    fn refuse(&mut self, genre: &str, start: LineColumn) {
        for Mutant { number, .. } in self.take(genre, start) {
            self.made.switched.remove(&number);
            self.made.refused.insert(number);
        }
    }

    fn enclose(&mut self, (start, end): (usize, usize), before: String, after: &str) {
        let length = end - start;
        self.insertions.push(Insertion { at: start, opens: true, length, text: before });
        self.insertions.push(Insertion { at: end, opens: false, length, text: after.to_owned() });
    }

    fn switch_expression(&mut self, expr: &Expr, mutants: Vec<Mutant>) {
        if mutants.is_empty() {
            return;
        }
        let (start, end) = self.range(expr.span());
        let mut before = String::from("(");
        for Mutant { number, replacement, start: from, end: to, .. } in mutants {
            let (from, to) = (self.byte(from), self.byte(to));
            let changed = format!("{}{replacement}{}", &self.text[start..from], &self.text[to..end]);
            before +=
                &format!("if crate::__mutant({number}) {{/*<{number}*/({changed})/*{number}>*/}} else ");
        }
        self.enclose((start, end), before + "{(", ")})");
    }

    /// Takes the mutants within a constant: `if crate::__mutant(7) { const CHANGED: u8 = 1 + 2; CHANGED } else ` goes before each use.
    fn note_constant(&mut self, constant: &ItemConst) {
        let (start, end) = self.range(constant.expr.span());
        let own = self.range(constant.ty.span());
        // Others may be borrowed for ever, which a switched value cannot be.
        if !NUMBERS.contains(&&self.text[own.0..own.1]) {
            return;
        }
        let all = std::mem::take(&mut self.mutants);
        let within = |one: &Mutant| start <= self.byte(one.start) && self.byte(one.end) <= end;
        let (inside, left): (Vec<Mutant>, Vec<Mutant>) = all.into_iter().partition(within);
        self.mutants = left;
        let switch = |Mutant { number, replacement, start: from, end: to, .. }: &Mutant| {
            let changed = format!(
                "{}{replacement}{}",
                &self.text[start..self.byte(*from)],
                &self.text[self.byte(*to)..end]
            );
            let typed = &self.text[own.0..own.1];
            format!(
                "if crate::__mutant({number}) {{/*<{number}*/const CHANGED: {typed} = {changed}; CHANGED/*{number}>*/}} else "
            )
        };
        let switches: String = inside.iter().map(switch).collect();
        if !switches.is_empty() {
            self.constants.insert(constant.ident.to_string(), switches);
            self.pending.insert(constant.ident.to_string(), inside.iter().map(|one| one.number).collect());
        }
    }

    fn switch_constant(&mut self, name: &str, span: Span) {
        if let Some(switches) = self.constants.get(name) {
            let before = format!("({switches}{{");
            self.enclose(self.range(span), before, "})");
            self.made.switched.extend(self.pending.remove(name).unwrap_or_default());
        }
    }

    /// The body of a function that is not constant: a constant one cannot look at a switch.
    fn body(&mut self, signature: &Signature, block: &Block) {
        if signature.constness.is_some() {
            return;
        }
        let inside = block.brace_token.span.open().end();
        let first = block.stmts.first().map(|first| first.span().start());
        let mut mutants = self.take("FnValue", block.span().start());
        mutants.extend(self.take("FnValue", inside));
        mutants.extend(first.map(|first| self.take("FnValue", first)).unwrap_or_default());
        match block.stmts.last() {
            Some(Stmt::Expr(tail, None)) if gives_an_iterator(signature) => {
                self.switch_iterator(tail, &mutants)
            }
            _ => self.switch_body(inside, &mutants),
        }
        visit::visit_block(self, block);
    }

    fn switch_body(&mut self, inside: LineColumn, mutants: &[Mutant]) {
        let switch = |Mutant { number, replacement, .. }: &Mutant| {
            format!(" if crate::__mutant({number}) {{/*<{number}*/return {replacement};/*{number}>*/}} ")
        };
        let (at, text) = (self.byte(inside), mutants.iter().map(switch).collect());
        self.insertions.push(Insertion { at, opens: true, length: usize::MAX, text });
    }

    /// All that a function with `-> impl Iterator` returns has one type: the iterators are chained, and all but one are empty.
    fn switch_iterator(&mut self, tail: &Expr, mutants: &[Mutant]) {
        let (mut any, mut after) = (String::from("false"), String::from(")}).into_iter().flatten()"));
        for Mutant { number, replacement, .. } in mutants {
            any += &format!(" || crate::__mutant({number})");
            after += &format!(
                ".chain((if crate::__mutant({number}) {{/*<{number}*/Some({replacement})/*{number}>*/}} else {{None}}).into_iter().flatten())"
            );
        }
        self.enclose(self.range(tail.span()), format!("(if {any} {{None}} else {{Some("), &after);
    }

    fn guard(&mut self, guard: &Expr) {
        let mutants = self.take("MatchArmGuard", guard.span().start());
        if !mutants.is_empty() {
            let mut before = String::new();
            for Mutant { number, replacement, .. } in &mutants {
                let on = format!("crate::__mutant({number})");
                before += &if replacement == "true" { format!("{on} || ") } else { format!("!{on} && ") };
            }
            self.enclose(self.range(guard.span()), format!("({before}("), "))");
        }
        self.visit_expr(guard);
    }
}

/// `let` within a condition: such a chain cannot be put in parentheses, nor can its `&&` become `||`.
fn has_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

/// The closures of a constant: they run later, when a switch can be looked at.
fn closures(expr: &Expr) -> Vec<&ExprClosure> {
    struct Closures<'a>(Vec<&'a ExprClosure>);
    impl<'ast> Visit<'ast> for Closures<'ast> {
        fn visit_expr_closure(&mut self, closure: &'ast ExprClosure) {
            self.0.push(closure);
        }
    }
    let mut closures = Closures(Vec::new());
    closures.visit_expr(expr);
    closures.0
}

/// The names that an expression is made of.
fn names(expr: &Expr) -> Vec<Ident> {
    struct Names(Vec<Ident>);
    impl<'ast> Visit<'ast> for Names {
        fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
            self.0.extend(path.path.get_ident().cloned());
        }
    }
    let mut names = Names(Vec::new());
    names.visit_expr(expr);
    names.0
}

fn gives_an_iterator(signature: &Signature) -> bool {
    matches!(&signature.output, ReturnType::Type(_, of) if matches!(**of, Type::ImplTrait(_)))
}

impl<'ast> Visit<'ast> for Switches<'_> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.body(&item.sig, &item.block);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.body(&item.sig, &item.block);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.body(&item.sig, block);
        }
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Binary(binary) if has_let(expr) => self.refuse("BinaryOperator", binary.op.span().start()),
            Expr::Binary(binary) => {
                let mutants = self.take("BinaryOperator", binary.op.span().start());
                self.switch_expression(expr, mutants);
            }
            Expr::Unary(unary) => {
                let mutants = self.take("UnaryOperator", unary.op.span().start());
                self.switch_expression(expr, mutants);
            }
            Expr::Struct(made) => {
                let fields = made.fields.iter().map(|field| field.span().start());
                let mutants = fields.flat_map(|start| self.take("StructField", start)).collect();
                self.switch_expression(expr, mutants);
            }
            Expr::Path(path) => {
                if let Some(name) = path.path.get_ident() {
                    self.switch_constant(&name.to_string(), name.span());
                }
            }
            _ => {}
        }
        visit::visit_expr(self, expr);
    }

    /// Without an arm for all other values, an arm cannot go.
    fn visit_expr_match(&mut self, made: &'ast ExprMatch) {
        let others = made.arms.iter().any(|arm| arm.guard.is_none() && matches!(arm.pat, Pat::Wild(_)));
        for arm in made.arms.iter().filter(|arm| !others && arm.guard.is_none()) {
            self.refuse("MatchArm", arm.span().start());
        }
        visit::visit_expr_match(self, made);
    }

    fn visit_arm(&mut self, arm: &'ast Arm) {
        let mutants = self.take("MatchArm", arm.span().start());
        for Mutant { number, .. } in mutants {
            match &arm.guard {
                Some((_, guard)) => {
                    self.enclose(self.range(guard.span()), format!("!crate::__mutant({number}) && ("), ")")
                }
                None => {
                    let at = self.range(arm.pat.span()).1;
                    self.insertions.push(Insertion {
                        at,
                        opens: false,
                        length: usize::MAX,
                        text: format!(" if !crate::__mutant({number})"),
                    });
                }
            }
        }
        if let Some((_, guard)) = &arm.guard {
            self.guard(guard);
        }
        self.visit_expr(&arm.body);
    }

    /// Constants are used in macros, too: in statements for the database, above all.
    fn visit_macro(&mut self, made: &'ast syn::Macro) {
        let known = made.path.get_ident().is_some_and(|name| EXPRESSIONS.iter().any(|known| name == known));
        let parts = made.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated);
        for name in parts.iter().flatten().filter(|_| known).flat_map(names) {
            self.switch_constant(&name.to_string(), name.span());
        }
    }

    // Places where only constants can stand.
    fn visit_item_const(&mut self, item: &'ast ItemConst) {
        for closure in closures(&item.expr) {
            self.visit_expr(&closure.body);
        }
    }
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_trait_item_const(&mut self, _: &'ast syn::TraitItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}
    fn visit_expr_repeat(&mut self, repeat: &'ast syn::ExprRepeat) {
        self.visit_expr(&repeat.expr);
    }
    fn visit_type(&mut self, _: &'ast Type) {}
    fn visit_pat(&mut self, _: &'ast Pat) {}
}
