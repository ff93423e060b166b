// What a program can ask for, on one screen: request, scope of the key, what it does. Addresses are the document's: one that the
// server does not have does not compile.
import type { paths } from '@/api/schema'
import classes from './api-docs-page.module.css'

const BATCHES = '/api/v1/batches/process'
const REQUESTS: { request: `${'GET' | 'POST' | 'DELETE'} ${keyof paths & string}`; scope: string; does: string }[] = [
  { request: 'POST /api/v1/names', scope: 'name', does: 'An image in; a name and all about it out.' },
  { request: 'POST /api/v1/process', scope: 'process', does: 'An image and a recipe in, the processed image out.' },
  { request: `POST ${BATCHES}`, scope: 'process, name', does: 'Many images or a ZIP in, the id of a job out.' },
  { request: `GET ${BATCHES}/{id}`, scope: 'read', does: 'How the batch stands, image by image.' },
  { request: `GET ${BATCHES}/{id}/result`, scope: 'read', does: 'The ZIP, whole or in ranges, for a day.' },
  { request: `POST ${BATCHES}/{id}/cancel`, scope: 'process', does: 'Stops it and gives back what is left.' },
  { request: `DELETE ${BATCHES}/{id}`, scope: 'process', does: 'Removes it with everything stored.' },
  { request: 'GET /api/v1/events', scope: 'read', does: 'Progress as server-sent events.' },
  { request: 'GET /api/v1/usage', scope: 'read', does: 'What is used and what is left.' },
]

export function Requests() {
  return (
    <>
      <h2>The requests</h2>
      <table className={classes.requests}>
        <thead>
          <tr>
            <th scope="col">Request</th>
            <th scope="col">Scope</th>
            <th scope="col">What it does</th>
          </tr>
        </thead>
        <tbody>
          {REQUESTS.map(({ request, scope, does }) => (
            <tr key={request}>
              <td>
                <code>{request}</code>
              </td>
              <td>
                <code>{scope}</code>
              </td>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
