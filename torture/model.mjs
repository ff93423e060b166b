// A naming service that is slow, busy, broken or talks nonsense (npm @copilotkit/aimock): every image gets a name, no answer
// takes longer than the limits say, nothing is counted that was not named.
import assert from 'node:assert/strict'
import { PROVIDERS, suggest } from '../e2e/peers/naming.mjs'
import { lacking } from '../e2e/peers/needs.mjs'
import { Browser, load, missingPeers, startNomina } from '../e2e/peers/peers.mjs'

const PICTURES = 12
const FAULTS = {
  'all well': {},
  'slow (2 s)': { latencyMs: 2000 },
  '429': { rateLimitRate: 1 },
  '500': { dropRate: 1 },
  'cut off': { disconnectRate: 1 },
  garbage: { malformedRate: 1 },
  'one in two fails': { dropRate: 0.5 },
}

export async function model(after) {
  const skipped = lacking({ aimock: !missingPeers() })
  if (skipped) return { skipped }
  const { LLMock } = await load('@copilotkit/aimock')
  const mock = new LLMock({ port: 0, logLevel: 'silent' })
  await mock.start()
  after(() => mock.stop())
  mock.onMessage('search-friendly file name', { content: 'Red Fox in Snow.jpg' })
  const provider = PROVIDERS.find(({ id }) => id === 'openai')
  const figures = []
  for (const [fault, chaos] of Object.entries(FAULTS)) {
    // A server of its own: what one fault taught the circuit breaker is not the next one's business.
    const nomina = await startNomina({ ...provider.env(mock.url, 'sk-mock'), RATE_FACTOR: '100' })
    mock.setChaos(chaos)
    const began = performance.now()
    const answers = await Promise.all(Array.from({ length: PICTURES }, () => suggest(nomina.base, new Browser())))
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    nomina.stop()
    assert.ok(answers.every((answer) => answer.status === 200 && answer.suggestedName), `${fault}: ${JSON.stringify(answers[0])}`)
    const named = answers.filter((answer) => answer.success).length
    figures.push(`${fault} ${named}/${PICTURES} named in ${seconds} s`)
    if (fault === 'all well') assert.equal(named, PICTURES)
  }
  return { figure: `${figures.join(', ')}; every picture got a name` }
}
