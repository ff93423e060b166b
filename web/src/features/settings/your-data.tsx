// Taking one's data along: the preferences, and everything the account holds.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { authorisedFetch } from '@/api/client'
import { problemOf, sentenceOf } from '@/api/problem'
import type { Preferences } from '@/api/types'
import { saveBlob } from '@/lib/save-file'
import { toast, toastError } from '@/ui/toasts'
import { SettingsCard } from './cards'
import { copyPreferences, downloadPreferences } from './preferences-file'
import classes from './settings-page.module.css'

export function YourData({ preferences }: { preferences: Preferences }) {
  const [packing, setPacking] = useState(false)
  const exported = async (work: () => void | Promise<void>, message: string) => {
    try {
      await work()
      toast('Settings Exported', message)
    } catch {
      toastError('Export Failed', 'The browser did not allow it. Try the other button.')
    }
  }
  const exportAll = async () => {
    setPacking(true)
    try {
      saveBlob(await fetchPersonalData(), 'nomina-my-data.zip')
      toast('Data Exported', 'A ZIP with everything we hold about you has been downloaded.')
    } catch (error) {
      toastError('Export Failed', sentenceOf(error))
    } finally {
      setPacking(false)
    }
  }
  return (
    <SettingsCard title="Your data" text="Your preferences as text, or everything your account holds as one ZIP.">
      <div className={classes.actions}>
        <Button
          variant="default"
          onClick={() => void exported(() => copyPreferences(preferences), 'Your preferences are in the clipboard.')}
        >
          Export Preferences
        </Button>
        <Button
          variant="default"
          onClick={() => void exported(() => downloadPreferences(preferences), 'The file is in your downloads.')}
        >
          Download Preferences File
        </Button>
        <Button variant="default" loading={packing} onClick={() => void exportAll()}>
          Export My Data
        </Button>
      </div>
    </SettingsCard>
  )
}

async function fetchPersonalData(): Promise<Blob> {
  const response = await authorisedFetch(new Request('/api/v1/me/export', { method: 'POST' }))
  if (!response.ok) throw problemOf(await response.json().catch(() => undefined), response)
  return response.blob()
}
