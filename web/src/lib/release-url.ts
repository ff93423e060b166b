// Giving up a blob's address. Who just asked for it (an image that is still read, a download that was clicked) gets it all the same.

const RELEASE_AFTER_MS = 60_000

export function releaseUrl(url: string): void {
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_AFTER_MS)
}
