// What a program can ask for, on one screen: request, scope of the key, what it does. Addresses are the document's: one that the
// server does not have does not compile.
import type { paths } from '@/api/schema'
import { t } from '@/lib/messages'
import classes from './api-docs-page.module.css'

const BATCHES = '/api/v1/batches/process'
const REQUESTS: { request: `${'GET' | 'POST' | 'DELETE'} ${keyof paths & string}`; scope: string; does: string }[] = [
  { request: 'POST /api/v1/names', scope: 'name', does: t`Send an image, get a name, alt text and keywords.` },
  { request: 'POST /api/v1/process', scope: 'process', does: t`Send an image and a recipe, get the processed image.` },
  { request: `POST ${BATCHES}`, scope: 'process, name', does: t`Send many images or a ZIP, get a job ID.` },
  { request: `GET ${BATCHES}/{id}`, scope: 'read', does: t`Status of the batch, image by image.` },
  { request: `GET ${BATCHES}/{id}/result`, scope: 'read', does: t`The ZIP, in full or by ranges, for a day.` },
  { request: `POST ${BATCHES}/{id}/cancel`, scope: 'process', does: t`Stops the batch and returns unused names.` },
  { request: `DELETE ${BATCHES}/{id}`, scope: 'process', does: t`Deletes the batch and everything stored for it.` },
  { request: 'GET /api/v1/events', scope: 'read', does: t`Progress as server-sent events.` },
  { request: 'GET /api/v1/usage', scope: 'read', does: t`Names used and left.` },
]

export function Requests() {
  return (
    <>
      <h2>{t`Endpoints`}</h2>
      <table className={classes.requests}>
        <thead>
          <tr>
            <th scope="col">{t`Request`}</th>
            <th scope="col">{t`Scope`}</th>
            <th scope="col">{t`What it does`}</th>
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
