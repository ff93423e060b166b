// Lists that shops and content systems take: file names with alt text and keywords, in the columns they document
// (docs/lists.md says where).
import { csvCell, type ListedFile, type Unique } from './lists'

/** Shopify's product CSV: one draft for each image; the address is filled in once the files are uploaded. */
export function shopifyCsv(files: ListedFile[], unique: Unique): string {
  const keys = keysOf(files, unique)
  const columns = ['Title', 'URL handle', 'Tags', 'Status', 'Product image URL', 'Image position', 'Image alt text']
  return table(columns, files, (file, at) => [
    // Without a handle Shopify makes one of the title.
    handle(file) ? titleOf(stem(file)) : titleOf(keys[at] ?? ''),
    handle(file) && (keys[at] ?? ''),
    file.keywords.join(', '),
    'draft',
    file.path,
    '1',
    file.altText,
  ])
}

/** WooCommerce's product import: private (0), images by their file name in the media library, which knows no folders. */
export function wooCommerceCsv(files: ListedFile[], unique: Unique): string {
  const keys = keysOf(files, unique)
  const columns = ['Type', 'SKU', 'Name', 'Published', 'Short description', 'Tags', 'Images']
  return table(columns, files, (file, at) => [
    'simple',
    keys[at] ?? '',
    titleOf(stem(file)),
    '0',
    file.altText,
    file.keywords.join(', '),
    file.newName,
  ])
}

/** WordPress' media items: the file as `wp media import` takes it, and the fields of a media item by their names. */
export function wordPressCsv(files: ListedFile[]): string {
  const columns = ['file', 'title', 'caption', 'alt_text', 'description']
  return table(columns, files, (file) => [
    file.path,
    titleOf(stem(file)),
    file.altText,
    file.altText,
    file.keywords.join(', '),
  ])
}

function table(columns: string[], files: ListedFile[], cells: (file: ListedFile, at: number) => string[]): string {
  const rows = files.map((file, at) => cells(file, at).map(csvCell).join(','))
  return [columns.join(','), ...rows, ''].join('\r\n')
}

function stem({ newName }: ListedFile): string {
  return newName.replace(/\.[^.]*$/, '')
}

/**
 * What tells the products of one list apart: `dog.jpg` and `dog.png` are two. Shopify takes rows of one handle for one product, and
 * WooCommerce passes over an SKU that it has; its database compares them without case and accents, as handles are.
 */
function keysOf(files: ListedFile[], unique: Unique): string[] {
  return unique(files.map((file) => handle(file) || stem(file)))
}

/** What Shopify takes as a URL handle: small letters, digits and hyphens. Empty when no letter of the name is Latin. */
function handle(file: ListedFile): string {
  const plain = stem(file).normalize('NFKD').toLowerCase()
  if (/\p{L}/u.test(plain) && !/[a-z]/.test(plain)) return ''
  return plain
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** "beagle-dog-on-grass" as people write it. */
function titleOf(name: string): string {
  const words = name.replace(/[-_]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
