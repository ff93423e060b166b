// Lists that shops and content systems take: file names with alt text and keywords, in the columns they document
// (docs/lists.md says where).
import { csvCell, type ListedFile } from './lists'

/** Shopify's product CSV: one draft for each picture; the address is filled in once the files are uploaded. */
export function shopifyCsv(files: ListedFile[]): string {
  const columns = ['Title', 'URL handle', 'Tags', 'Status', 'Product image URL', 'Image position', 'Image alt text']
  return table(columns, files, (file) => [
    titleOf(file),
    handle(file),
    file.keywords.join(', '),
    'draft',
    file.path,
    '1',
    file.altText,
  ])
}

/** WooCommerce's product import: private (0), images by their file name in the media library, which knows no folders. */
export function wooCommerceCsv(files: ListedFile[]): string {
  const columns = ['Type', 'SKU', 'Name', 'Published', 'Short description', 'Tags', 'Images']
  return table(columns, files, (file) => [
    'simple',
    stem(file),
    titleOf(file),
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
    titleOf(file),
    file.altText,
    file.altText,
    file.keywords.join(', '),
  ])
}

function table(columns: string[], files: ListedFile[], cells: (file: ListedFile) => string[]): string {
  const rows = files.map((file) => cells(file).map(csvCell).join(','))
  return [columns.join(','), ...rows, ''].join('\r\n')
}

function stem({ newName }: ListedFile): string {
  return newName.replace(/\.[^.]*$/, '')
}

/** What Shopify takes as a URL handle: small letters, digits and hyphens. */
function handle(file: ListedFile): string {
  const plain = stem(file).normalize('NFKD').toLowerCase()
  return plain
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** "beagle-dog-on-grass" as people write it. */
function titleOf(file: ListedFile): string {
  const words = stem(file).replace(/[-_]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
