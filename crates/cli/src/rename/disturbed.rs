//! Renames that are killed at any step while somebody deletes, changes, replaces, moves and locks files: nothing is lost, no file
//! stays hidden, and the journal can always be ended.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use super::carried::Carried;
use super::carry::apply;
use super::disk::faults::{hold, kill_after};
use super::journal::Journal;
use super::mark::Mark;
use super::moves::{Present, Wish, file_name, plan};
use super::{back, refuse_unfinished};

const ROUNDS: u64 = 400;

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % end.max(1)
    }

    fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }
}

/// A folder, what its files hold, and which of them somebody has touched.
struct World {
    folder: PathBuf,
    journal: PathBuf,
    /// The contents that must be there, each once.
    contents: BTreeSet<String>,
    old_names: BTreeMap<String, String>,
    touched: BTreeSet<String>,
    dice: Dice,
    made: usize,
}

impl World {
    fn new(seed: u64) -> Self {
        let folder = std::env::temp_dir().join(format!("nomina-disturbed-{}-{seed}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("deep")).unwrap();
        let folder = fs::canonicalize(folder).unwrap();
        let mut world = Self {
            journal: folder.join(".nomina-journal-1.jsonl"),
            folder,
            contents: BTreeSet::new(),
            old_names: BTreeMap::new(),
            touched: BTreeSet::new(),
            dice: Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) + 1),
            made: 0,
        };
        for at in 1..=4 + world.dice.below(8) {
            let inside = if world.dice.one_in(3) { "deep/" } else { "" };
            world.write(&format!("{inside}{at}.jpg"));
            if world.dice.one_in(3) {
                world.write(&format!("{inside}{at}.xmp"));
            }
        }
        world.old_names = world.files().into_iter().map(|(name, content)| (content, name)).collect();
        world
    }

    fn write(&mut self, name: &str) {
        self.made += 1;
        let content = format!("content {}", self.made);
        fs::write(self.folder.join(name), &content).unwrap();
        self.contents.insert(content);
    }

    /// Every file with its content, hidden ones too.
    fn files(&self) -> BTreeMap<String, String> {
        let mut found = BTreeMap::new();
        for inside in ["", "deep", "elsewhere"] {
            for entry in fs::read_dir(self.folder.join(inside)).into_iter().flatten().map(Result::unwrap) {
                let name = file_name(&entry.path());
                if entry.file_type().unwrap().is_file() && !name.starts_with(".nomina-journal-") {
                    let name = Path::new(inside).join(name).to_string_lossy().into_owned();
                    found.insert(name, fs::read_to_string(entry.path()).unwrap());
                }
            }
        }
        found
    }

    /// Wishes whose names mostly cross: every file gets the name of another one, or a new one.
    fn plan(&mut self) -> Journal {
        let names: Vec<String> = self.files().into_keys().filter(|name| name.ends_with(".jpg")).collect();
        let wishes = names.iter().map(|name| {
            let number = self.dice.below(names.len() + 3) + 1;
            Wish { file: name.into(), stem: number.to_string() }
        });
        let wishes: Vec<Wish> = wishes.collect();
        let folder = self.folder.clone();
        let moves = plan(&wishes, "t", true, |inside| {
            let entries = fs::read_dir(folder.join(inside)).unwrap().map(|entry| entry.unwrap().path());
            Present { names: entries.map(|path| file_name(&path)).collect(), ..Present::default() }
        });
        Journal::create(&self.journal, &self.folder, moves, Vec::new()).unwrap()
    }

    /// Does something that a person might do at the wrong moment.
    fn disturb(&mut self) {
        let files: Vec<(String, String)> = self.files().into_iter().collect();
        let Some((name, content)) = files.get(self.dice.below(files.len())).cloned() else { return };
        let path = self.folder.join(&name);
        self.touched.insert(content.clone());
        match self.dice.below(6) {
            0 => {
                fs::remove_file(path).unwrap();
                self.contents.remove(&content);
            }
            // Written anew, in place or by a program that replaces the file.
            1 | 2 => {
                fs::remove_file(path).unwrap();
                self.contents.remove(&content);
                self.write(&name);
            }
            3 => {
                fs::create_dir_all(self.folder.join("elsewhere")).unwrap();
                fs::rename(path, self.folder.join(format!("elsewhere/{}", self.made))).unwrap();
                self.made += 1;
            }
            4 => hold(vec![path]),
            _ => {
                let free = format!("{}.jpg", self.dice.below(16));
                if !self.folder.join(&free).exists() {
                    self.write(&free);
                }
            }
        }
    }

    /// Runs a step that is killed sooner or later, or reaches its end.
    fn killed(&mut self, work: impl FnOnce() -> Result<Carried, String>) -> Option<Result<Carried, String>> {
        let steps = self.dice.below(40) as u32;
        kill_after(Some(steps));
        let ended = catch_unwind(AssertUnwindSafe(work));
        kill_after(None);
        ended.ok()
    }

    fn open(&self) -> Journal {
        Journal::open(&self.journal, None).unwrap()
    }

    fn check(&self, when: &str) {
        let there: Vec<String> = self.files().into_values().collect();
        let all: BTreeSet<String> = there.iter().cloned().collect();
        assert_eq!(
            (there.len(), &all),
            (self.contents.len(), &self.contents),
            "{when}: nothing is lost or doubled"
        );
    }

    fn hidden(&self) -> Vec<String> {
        self.files().into_keys().filter(|name| file_name(Path::new(name)).starts_with('.')).collect()
    }
}

impl Drop for World {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// One story: a rename, kills and disturbances in any order, and then an end that must be reached.
fn story(seed: u64) {
    let mut world = World::new(seed);
    hold(Vec::new());
    let mut journal = world.plan();
    world.killed(|| apply(&mut journal, &|_, _, _| {}));
    drop(journal);
    for _ in 0..world.dice.below(5) {
        if world.dice.one_in(2) {
            world.disturb();
        }
        let mut journal = world.open();
        let forward = world.dice.one_in(3);
        world.killed(|| if forward { apply(&mut journal, &|_, _, _| {}) } else { back::undo(&mut journal) });
        drop(journal);
        world.check(&format!("story {seed}"));
    }
    end(&mut world, seed);
}

fn end(world: &mut World, seed: u64) {
    let mut journal = world.open();
    let carried = back::undo(&mut journal).unwrap();
    world.check(&format!("story {seed}, taken back"));
    if !carried.unfinished {
        assert_eq!(journal.mark, Mark::Undone, "story {seed}");
        assert_eq!(world.hidden(), Vec::<String>::new(), "story {seed}: {:?}", carried.trouble);
    }
    // Whatever was locked is free again: then the journal can be closed, and the folder is ready for the next rename.
    hold(Vec::new());
    back::undo(&mut journal).unwrap();
    assert!(!back::close(&mut journal).unwrap().unfinished, "story {seed}");
    drop(journal);
    world.check(&format!("story {seed}, closed"));
    assert_eq!(world.hidden(), Vec::<String>::new(), "story {seed}");
    refuse_unfinished(&world.folder).unwrap();
    if world.touched.is_empty() {
        let back: BTreeMap<String, String> =
            world.files().into_iter().map(|(name, content)| (content, name)).collect();
        assert_eq!(back, world.old_names, "story {seed}: undisturbed, every name comes back");
    }
}

#[test]
fn killed_and_disturbed_at_any_step_nothing_is_lost_and_every_journal_ends() {
    (0..ROUNDS).for_each(story);
}

#[test]
fn undisturbed_stories_give_every_name_back_after_any_kills() {
    for seed in 0..ROUNDS {
        let mut world = World::new(seed);
        hold(Vec::new());
        let mut journal = world.plan();
        world.killed(|| apply(&mut journal, &|_, _, _| {}));
        drop(journal);
        for _ in 0..world.dice.below(4) {
            let mut journal = world.open();
            world.killed(|| back::undo(&mut journal));
        }
        end(&mut world, seed);
    }
}
