// Batches with large ZIPs, stored and fetched through the API as the browser does it.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { openAsBlob } from 'node:fs'
import { accessToken, newMember } from '../account.mjs'

const MAKE = `
import os, sys, zipfile
path, count, size = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as out:
    for number in range(count):
        out.writestr(f"picture-{number}.png", b"\\x89PNG\\r\\n\\x1a\\n" + os.urandom(size))
`

/** A ZIP of so many images of so many bytes, as the tool makes it. */
export function makeZip(path, count, size) {
  execFileSync('python3', ['-c', MAKE, path, String(count), String(size)])
}

/** Somebody who is signed in, and how they ask. */
export async function signedIn(base) {
  return asking(base, await accessToken(base, await newMember(base)))
}

/** How somebody with a token asks, also with forms. */
export function asking(base, bearer) {
  const authorization = `Bearer ${bearer}`
  return async (method, path, body) => {
    const form = body instanceof FormData
    const headers = form ? { authorization } : { authorization, 'content-type': 'application/json' }
    return fetch(`${base}${path}`, { method, headers, body: body && !form ? JSON.stringify(body) : body })
  }
}

/** Saves a batch with this ZIP and says where it is. The file is read in pieces while it is sent. */
export async function storeBatch(ask, zip) {
  const made = await ask('POST', '/api/v1/batches', { batchName: 'Large', fileCount: 10, processedCount: 10 })
  assert.equal(made.status, 201)
  const { id } = await made.json()
  const form = new FormData()
  form.append('zipFile', await openAsBlob(zip), 'processed-images.zip')
  form.append('batchId', id)
  form.append('originalFilename', 'processed-images.zip')
  const stored = await ask('POST', '/server/api/store-zip', form)
  assert.equal(stored.status, 200, await stored.clone().text())
  return { id, ...(await stored.json()) }
}
