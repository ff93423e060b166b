// Settings without sense stop the real binary before it listens, with a sentence that names the setting.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startNomina } from './peers.mjs'

const NONSENSE = [
  [{ PUBLIC_URL: 'nonsense' }, /PUBLIC_URL "nonsense" is not the address of a site/],
  [{ PUBLIC_URL: 'https://example.org/nomina' }, /PUBLIC_URL "https:\/\/example.org\/nomina" is not/],
  [{ SESSION_ACCESS_MINUTES: '0' }, /SESSION_ACCESS_MINUTES 0 is not between 1 and 1440/],
  [{ SMTP_URL: 'nonsense' }, /SMTP_URL is not an address/],
  [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL "loud" is not a level/],
]

for (const [settings, sentence] of NONSENSE) {
  test(`${Object.entries(settings)[0].join('=')} is refused with a sentence`, { timeout: 300_000 }, async () => {
    await assert.rejects(startNomina(settings), sentence)
  })
}
