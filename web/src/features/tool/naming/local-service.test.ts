import { expect, test } from 'vitest'
import { localModel } from './local-service'
import { copySentence, type NamingInfo, namerOf, problemSentence } from './naming-info'

const llava = { service: 'ollama', model: 'llava:7b', label: 'Ollama' }
const info: NamingInfo = {
  provider: 'embedded',
  label: 'the model',
  leavesServer: false,
  problem: 'no model',
  local: [llava],
}

test('a model is in effect while it is chosen and there', () => {
  expect(localModel(info, 'ollama')).toBe(llava)
  expect(localModel(info, 'lmstudio')).toBeUndefined()
  expect(localModel({ ...info, local: [] }, 'ollama')).toBeUndefined()
})

test('a model on this computer is named with where its copies go', () => {
  expect(namerOf(info, false, llava)).toBe('llava:7b on this computer')
  expect(copySentence(info, false, llava)).toContain('Ollama on this computer and nowhere else')
  expect(problemSentence(info, false, llava)).toBeUndefined()
})
