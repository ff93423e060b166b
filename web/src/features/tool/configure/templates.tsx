// The tool's side of templates: two buttons and `?template=`. The dialogs belong to the templates feature, which hands
// them in; guests get their answers here.
import { Button } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import type { ProcessingOptions } from '@/api/types'
import { t } from '@/lib/messages'
import { toast, toastError } from '@/ui/toasts'
import { putOptions } from '../model/apply-options'
import { usePerson } from '../model/tier'
import { useRecipe } from '../model/use-recipe'
import { useRules } from '../model/use-rules'

export interface LoadDialogProps {
  opened: boolean
  onClose: () => void
  /** Gives back what the plan leaves out, as lines. */
  onApply: (options: Partial<ProcessingOptions>) => string[]
}

export interface SaveDialogProps {
  opened: boolean
  onClose: () => void
  options: ProcessingOptions
}

/** What the templates feature provides. */
export interface ToolTemplates {
  LoadDialog: ComponentType<LoadDialogProps>
  SaveDialog: ComponentType<SaveDialogProps>
  /** Fetches a template for use and counts the use. */
  use: (id: string) => Promise<{ name: string; options: Partial<ProcessingOptions> }>
}

/** Puts a template's options in place, as far as the plan goes. */
function useApplyOptions(): (options: Partial<ProcessingOptions>) => string[] {
  const rules = useRules()
  const { plan } = usePerson()
  return (options) => putOptions(options, plan.tier, rules)
}

export function TemplateButtons({ templates }: { templates: ToolTemplates | undefined }) {
  const { signedIn } = usePerson()
  const { options } = useRecipe()
  const apply = useApplyOptions()
  const [opened, setOpened] = useState<'load' | 'save' | null>(null)
  if (signedIn && !templates) return null
  const close = () => setOpened(null)
  const load = () =>
    signedIn ? setOpened('load') : toastError(t`Authentication Required`, t`Please log in to access templates.`)
  const save = () =>
    signedIn ? setOpened('save') : toastError(t`Authentication Required`, t`Please sign in to save templates.`)
  return (
    <>
      <Button size="sm" variant="default" onClick={load}>
        {t`Load Template`}
      </Button>
      <Button size="sm" variant="default" onClick={save}>
        {t`Save Template`}
      </Button>
      {templates && signedIn ? (
        <>
          <templates.LoadDialog opened={opened === 'load'} onClose={close} onApply={apply} />
          <templates.SaveDialog opened={opened === 'save'} onClose={close} options={options} />
        </>
      ) : null}
    </>
  )
}

/** Applies the template that `?template=` names, once, and takes the parameter out of the address. */
export function useTemplateFromAddress(templates: ToolTemplates | undefined): void {
  const { template: id } = useSearch({ strict: false }) as { template?: string }
  const navigate = useNavigate()
  const { settled } = usePerson()
  const apply = useApplyOptions()
  const handled = useRef<string>(undefined)
  useEffect(() => {
    // Whose plan counts must be known first, or a template of a paid plan would lose half of itself.
    if (!id || !settled || handled.current === id) return
    handled.current = id
    const using = templates ? templates.use(id) : Promise.reject(new Error(t`Templates are not available.`))
    using
      .then(({ name, options }) => {
        const left = apply(options)
        toast(t`Template applied`, [t`Template "${name}" applied successfully!`, ...left].join('\n'))
      })
      .catch(() => toastError(t`Error`, t`Failed to load template.`))
      .finally(() =>
        navigate({
          to: '.',
          search: ({ template: _, ...rest }: Record<string, unknown>) => rest,
          replace: true,
        } as never),
      )
  }, [id, settled, templates, navigate, apply])
}
