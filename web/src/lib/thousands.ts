/** A whole number as people read it: 12,500. The first use of `toLocaleString` would hold a phone up for a tenth of a second. */
export function thousands(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',')
}
