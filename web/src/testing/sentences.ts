// The words of the screens, read from the source: those that come from the catalogue, and those that do not.
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import type { Message } from '@/lib/messages'

interface Sentence {
  key: string
  message: Message
}

interface Literal {
  line: number
  text: string
}

/** Attributes and properties whose value a person reads or hears. */
const READ =
  /^(aria-label|title|placeholder|label|description|alt|text|heading|submit|done|message|sentence)$|Label$|Message$/
/** Two words in a row: what a class name, a key or an address never has. */
const WORDS = /\p{L}{2,}[.,:;!?…”"']*\s+[(“"']*\p{L}{2,}/u
const LETTERS = /\p{L}{2,}/u

export function parsed(path: string): ts.SourceFile {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  return ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true, kind)
}

/** Every t`...` and plural(...) as the catalogue knows it. */
export function sentencesIn(file: ts.SourceFile): Sentence[] {
  const found: Sentence[] = []
  const visit = (node: ts.Node) => {
    if (isSaid(node)) found.push(sentenceOf(node.template))
    if (isPlural(node)) found.push(formsOf(node))
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** Words on screen that are not in the catalogue. */
export function bareIn(file: ts.SourceFile): Literal[] {
  const found: Literal[] = []
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || isPlural(node)) return
    if (isSaid(node)) return visitSpans(node.template)
    const text = textOf(node)
    if (text !== undefined && isBare(node, text)) {
      found.push({ line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1, text })
    }
    ts.forEachChild(node, visit)
  }
  const visitSpans = (template: ts.TemplateLiteral) => {
    if (ts.isTemplateExpression(template)) for (const { expression } of template.templateSpans) visit(expression)
  }
  visit(file)
  return found
}

function isSaid(node: ts.Node): node is ts.TaggedTemplateExpression {
  return ts.isTaggedTemplateExpression(node) && node.tag.getText() === 't'
}

function isPlural(node: ts.Node): node is ts.CallExpression {
  return ts.isCallExpression(node) && node.expression.getText() === 'plural'
}

function sentenceOf(template: ts.TemplateLiteral): Sentence {
  const key = ts.isTemplateExpression(template)
    ? template.templateSpans.reduce((text, { literal }, at) => `${text}{${at}}${literal.text}`, template.head.text)
    : template.text
  return { key, message: key }
}

function formsOf(call: ts.CallExpression): Sentence {
  const forms = call.arguments[1]
  if (!forms || !ts.isObjectLiteralExpression(forms))
    throw new Error(`${call.getText()}: the forms must be written here.`)
  const form = (name: string) => {
    const property = forms.properties.find((one) => one.name?.getText() === name)
    if (property && ts.isPropertyAssignment(property) && ts.isStringLiteralLike(property.initializer)) {
      return property.initializer.text
    }
    throw new Error(`${call.getText()}: "${name}" must be a plain string.`)
  }
  return { key: form('other'), message: { one: form('one'), other: form('other') } }
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isJsxText(node)) return node.text.replace(/\s+/g, ' ').trim()
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTemplateExpression(node)) {
    return node.templateSpans.reduce((text, { literal }) => `${text}…${literal.text}`, node.head.text)
  }
  return undefined
}

function isBare(node: ts.Node, text: string): boolean {
  if (ts.isJsxText(node)) return LETTERS.test(text)
  const { parent } = node
  if (ts.isBinaryExpression(parent) && /^[!=]==$/.test(parent.operatorToken.getText())) return false
  if (ts.isPropertyAssignment(parent) && parent.name === node) return false
  const name = nameAround(node)
  if (name === 'child' || (name !== undefined && READ.test(name))) return /^\p{Lu}|\s/u.test(text) && LETTERS.test(text)
  return WORDS.test(text)
}

/** The attribute or property that takes the literal, also by way of a condition; `child` for the words of an element. */
function nameAround(node: ts.Node): string | undefined {
  const { parent } = node
  if (ts.isConditionalExpression(parent) || ts.isParenthesizedExpression(parent)) return nameAround(parent)
  if (ts.isBinaryExpression(parent) && /^(\?\?|\|\||&&)$/.test(parent.operatorToken.getText()))
    return nameAround(parent)
  if (ts.isPropertyAssignment(parent)) return parent.name.getText().replaceAll("'", '')
  if (ts.isJsxAttribute(parent)) return parent.name.getText()
  if (!ts.isJsxExpression(parent)) return undefined
  return ts.isJsxAttribute(parent.parent) ? parent.parent.name.getText() : 'child'
}
