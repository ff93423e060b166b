// The clock jumps (Debian's faketime): sessions end when their time is up, nothing crashes, emails still go out after it went back.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newMember } from '../e2e/account.mjs'
import { Replica } from '../e2e/peers/cluster.mjs'
import { asker, token } from '../e2e/peers/load.mjs'
import { faketime, lacking } from '../e2e/peers/needs.mjs'

export async function clock(after) {
  const skipped = lacking({ faketime: faketime() })
  if (skipped) return { skipped }
  const folder = mkdtempSync(join(tmpdir(), 'nomina-clock-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'now')
  const jump = (text) => writeFileSync(file, text)
  jump('+0')
  const server = await Replica.start({ LD_PRELOAD: faketime(), FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1', DONT_FAKE_MONOTONIC: '1' })
  after(() => server.stop())
  let ask = asker(server.base, await token(server.base))
  const steps = []
  const look = async (step, status) => {
    jump(step)
    const answer = await ask('GET', '/api/v1/me')
    assert.equal(answer.status, status, `${step}: ${await answer.text()}`)
    // A whole sign-up: rows, a task, an email, a link, a session.
    await newMember(server.base)
    steps.push(`${step} ${status}`)
  }
  await look('+0', 200)
  await look('+30m', 200)
  await look('+2h', 401)
  await look('+400d', 401)
  // Sessions that had run out were cleaned up in that future; whoever signs in now is served at any time.
  await look('-10m', 401)
  ask = asker(server.base, await token(server.base))
  await look('+0', 200)
  assert.doesNotMatch(server.server.output(), /panic/)
  return { figure: `jumps ${steps.join(', ')}; sign-up and mail work after each, no panic` }
}
