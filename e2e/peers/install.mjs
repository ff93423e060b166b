// Installs what the tests with programs of others need, ahead of them: while compilers work there is time. What cannot be installed is
// said by the test that misses it.
import { program } from './needs.mjs'
import { missingPeers } from './peers.mjs'
import { PACKAGES, pythonWith } from './python.mjs'
import { missingStripe } from './stripe.mjs'

missingPeers()
missingStripe()
for (const packages of Object.values(PACKAGES)) pythonWith(packages)
for (const name of ['haproxy', 'pgbouncer', 'lua5.1']) program(name)
