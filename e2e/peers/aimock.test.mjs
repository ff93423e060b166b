// Names from somebody else's idea of each service (npm @copilotkit/aimock): the real binary with a key and a base URL.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PROVIDERS, suggest } from './naming.mjs'
import { Browser, load, missingPeers, startNomina, until } from './peers.mjs'

const reason = missingPeers()
const options = { skip: reason ?? false, timeout: 300_000 }

async function mocked(t, { env }, more = {}) {
  const { LLMock } = await load('@copilotkit/aimock')
  const mock = new LLMock({ port: 0, logLevel: 'silent' })
  await mock.start()
  t.after(() => mock.stop())
  const nomina = await startNomina({ ...env(mock.url, 'sk-mock'), ...more })
  t.after(nomina.stop)
  return { mock, nomina }
}

/** How many names count against this browser, once it is so many or after a while: giving back runs by itself. */
async function used(base, browser, expected) {
  let seen
  await until(async () => {
    seen = (await (await browser.go(`${base}/api/v1/usage`)).json()).dailyFiles
    return seen === expected
  })
  return seen
}

for (const provider of PROVIDERS) {
  test(`${provider.id}: a name comes out`, options, async (t) => {
    const { mock, nomina } = await mocked(t, provider)
    mock.onMessage('search-friendly file name', { content: 'Red Fox in Snow.jpg' })
    const browser = new Browser()
    const answer = await suggest(nomina.base, browser)
    assert.equal(answer.suggestedName, 'red-fox-in-snow', JSON.stringify([answer, mock.getLastRequest()]))
    assert.equal(answer.provider, provider.id)
    assert.deepEqual([await used(nomina.base, browser, 1), mock.getRequests().length], [1, 1])
  })

  test(`${provider.id}: a busy service is asked again`, options, async (t) => {
    const { mock, nomina } = await mocked(t, provider)
    mock.onMessage('search-friendly file name', { content: 'red fox' })
    mock.nextRequestError(429, { message: 'Rate limit reached', type: 'rate_limit_error' })
    assert.equal((await suggest(nomina.base)).suggestedName, 'red-fox')
    assert.deepEqual(mock.getRequests().map((request) => request.response.status), [429, 200])
  })

  test(`${provider.id}: each failure is said in its own words and costs nothing`, options, async (t) => {
    const { mock, nomina } = await mocked(t, provider, { AI_RETRIES: '0' })
    mock.onMessage('search-friendly file name', { content: '' })
    const browser = new Browser()
    const error = async () => {
      const answer = await suggest(nomina.base, browser)
      assert.deepEqual([answer.status, answer.success, answer.suggestedName], [200, false, 'img-0042-1'])
      return answer.error
    }
    mock.nextRequestError(429, { message: 'Rate limit reached' })
    assert.equal(await error(), `${provider.label} API error: 429 - Rate limit reached`)
    mock.nextRequestError(500, { message: 'Internal failure' })
    assert.equal(await error(), `${provider.label} API error: 500 - Internal failure`)
    assert.equal(await error(), `No response from ${provider.label} API`)
    mock.setChaos({ malformedRate: 1 })
    assert.equal(await error(), `No response from ${provider.label} API`)
    mock.setChaos({ disconnectRate: 1 })
    assert.equal(await error(), `${provider.label} could not be reached`)
    assert.equal(await used(nomina.base, browser, 0), 0)
  })
}
