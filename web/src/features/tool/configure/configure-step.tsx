// Step 2: the options, the preview beside them, and the button that starts the work.
import { Alert, Button } from '@mantine/core'
import { WifiOff, Zap } from 'lucide-react'
import { type ReactNode, useDeferredValue } from 'react'
import { usePreferences } from '@/features/account/session/preferences'
import { plural, t } from '@/lib/messages'
import { useOffline } from '@/lib/offline'
import { Dock } from '@/ui/dock'
import { Later } from '@/ui/later'
import { Rich } from '@/ui/rich'
import { type DeviceNaming, useDevice } from '../device/use-device'
import { useBatch } from '../model/batch-store'
import { useOptionChanges } from '../model/options-store'
import { usePerson } from '../model/tier'
import { useRecipe } from '../model/use-recipe'
import { useLocalModel } from '../naming/local-service'
import { useKnownCount } from '../naming/names-cache'
import { copySentence, namerOf, problemSentence, useNamingInfo } from '../naming/naming-info'
import { OptionsPanel } from '../options/options-panel'
import { StepHeading } from '../parts/step-heading'
import toolClasses from '../parts/tool.module.css'
import { LiveComparison } from '../preview/live-comparison'
import { WatermarkPreview } from '../preview/watermark-preview'
import { AppliedSettings } from '../process/applied-settings'
import classes from '../process/process.module.css'
import { PROCESS_BUTTON } from '../process/process-button'
import { BatchOverview } from './batch-overview'
import { processButtonText, smartModeText } from './button-text'

interface ConfigureStepProps {
  floatingDock: boolean
  templateButtons: ReactNode
  onProcess: () => void
}

export function ConfigureStep({ floatingDock, templateButtons, onProcess }: ConfigureStepProps) {
  const images = useBatch((state) => state.images)
  const { options } = useRecipe()
  const { keepNames } = options
  const offline = useOffline()
  const device = useDevice()
  const local = useLocalModel(useNamingInfo())
  const service = device.on ? undefined : local?.service
  const known = useKnownCount({ images, options, service, running: false, better: device.better })
  const noModel = offline && !device.on
  const watermarked = useDeferredValue(options.enableTextWatermark || options.enableImageWatermark)
  // The tab answers at once; what stands beside it follows.
  const tab = useDeferredValue(useOptionChanges((state) => state.tab))
  const total = images.length
  return (
    <>
      <StepHeading title={t`Configure Processing`} focus actions={templateButtons}>
        {t`${plural(total, { one: '# image', other: '# images' })} ready`}
      </StepHeading>
      <AppliedSettings />
      {known > 0 && !keepNames ? (
        <Alert icon={<Zap size={18} aria-hidden />} title={t`Smart Processing Mode`} className={classes.smart}>
          {smartModeText(total, known)}
        </Alert>
      ) : null}
      {offline && !keepNames && known < total ? <OfflineNote device={device} /> : null}
      <div className={`${classes.columns} ${toolClasses.split}`}>
        <OptionsPanel />
        <Later>{tab === 'format' ? <LiveComparison /> : watermarked ? <WatermarkPreview /> : <BatchOverview />}</Later>
      </div>
      <Dock
        floating={floatingDock}
        actions={
          <>
            <Button
              size="md"
              variant="default"
              classNames={PROCESS_BUTTON}
              onClick={() => useBatch.getState().go('upload')}
            >
              {t`Back to Upload`}
            </Button>
            <Button size="md" onClick={onProcess} classNames={PROCESS_BUTTON}>
              {processButtonText(total, known, keepNames, noModel)}
            </Button>
          </>
        }
      >
        <PrivacySentence total={total} known={known} keepNames={keepNames} />
      </Dock>
    </>
  )
}

/** What works without a network, said before anything fails. */
function OfflineNote({ device: { on, problem, known } }: { device: DeviceNaming }) {
  const others = known && problem === null ? t`"Keep my names" and "On this device" work` : t`"Keep my names" works`
  return (
    <Alert icon={<WifiOff size={18} aria-hidden />} title={t`You are offline`} className={classes.smart} role="status">
      {on
        ? t`Images are named by the model on this device. The names are counted when you are back online.`
        : t`The model on the server cannot be reached, so images get their cleaned original names. ${others} offline.`}
    </Alert>
  )
}

/** Who is signed in and saves runs sends the results to the history, however the names are made. */
function useSavesResults(): boolean {
  const { signedIn } = usePerson()
  const { on } = useDevice()
  const { data: preferences } = usePreferences()
  return signedIn && !on && (preferences?.autoSave ?? true)
}

const SAVED = t` The results are saved to your history.`

/** Why no copy is sent, and whether anything else is. */
function nothingSent(why: string, saves: boolean): string {
  return saves ? t`No copy is sent to a model: ${why}.${SAVED}` : t`Nothing leaves your device: ${why}.`
}

interface PrivacySentenceProps {
  total: number
  known: number
  keepNames: boolean
}

function PrivacySentence({ total, known, keepNames }: PrivacySentenceProps) {
  const { signedIn } = usePerson()
  const saves = useSavesResults()
  const info = useNamingInfo()
  const { on, better } = useDevice()
  const local = useLocalModel(info)
  const offline = useOffline()
  if (keepNames) return <>{nothingSent(t`the images keep their names`, saves)}</>
  if (known === total) return <>{nothingSent(t`every name is already known`, saves)}</>
  if (offline && !on) return <>{t`You are offline. Nothing leaves your device and no model is used.`}</>
  const problem = problemSentence(info, on, local)
  if (problem) return <>{problem}</>
  return (
    <Rich
      text={t`${plural(total - known, { one: '# image', other: '# images' })}, names by <0>${namerOf(info, on, local, better)}</0>. ${copySentence(info, on, local)}${signedIn ? '' : t` Nothing is stored.`}${saves ? SAVED : ''}`}
      parts={[(words) => <b>{words}</b>]}
    />
  )
}
