// A request to our server with the session of whoever is here.
import { authorisedFetch } from '@/api/client'
import type { Send } from './suggest-name'

export const send: Send = (path, init) => authorisedFetch(new Request(path, init))
