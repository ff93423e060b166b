// A key of one's own for a naming service: chosen, entered and forgotten here. It is kept in this browser only.
import { Button, PasswordInput, Select, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { t } from '@/lib/messages'
import { isKey, OWN_SERVICES, type OwnService, useOwnKeys } from '../naming/own-services'
import classes from './device.module.css'
import { chooseModel, useNamer } from './use-namer'

export function OwnKey() {
  const { chosen, keys } = useOwnKeys()
  const [asked, setAsked] = useState(false)
  const open = asked || chosen !== null
  const turn = (on: boolean) => {
    setAsked(on)
    const kept = OWN_SERVICES.find(({ id }) => keys[id])
    if (!on) chooseModel({ kind: 'server' })
    else if (kept) chooseModel({ kind: 'own', service: kept.id })
  }
  return (
    <>
      <Switch
        label={t`A service with your own key`}
        description={t`Gemini, OpenAI, Anthropic or Mistral, asked from this browser. This does not use your allowance.`}
        checked={open}
        onChange={(event) => turn(event.currentTarget.checked)}
      />
      {open ? <ServiceFields /> : null}
    </>
  )
}

function ServiceFields() {
  const { chosen, keys, problem } = useOwnKeys()
  const { label } = useNamer()
  const [shown, setShown] = useState(chosen ?? OWN_SERVICES[0]?.id ?? '')
  const service = OWN_SERVICES.find(({ id }) => id === (chosen ?? shown)) ?? OWN_SERVICES[0]
  if (!service) return null
  const show = (id: string | null) => {
    if (!id) return
    setShown(id)
    // Without a key there is nothing to use yet.
    if (keys[id]) chooseModel({ kind: 'own', service: id })
    else useOwnKeys.getState().choose(null)
  }
  return (
    <div className={classes.fields}>
      <Select
        label={t`Service`}
        allowDeselect={false}
        data={OWN_SERVICES.map(({ id, label }) => ({ value: id, label }))}
        value={service.id}
        onChange={show}
      />
      {keys[service.id] ? <KeptKey service={service} /> : <NewKey key={service.id} service={service} />}
      {chosen ? null : <p className={classes.bytes}>{t`Until you enter a key, names come from ${label}.`}</p>}
      {problem ? (
        <p role="alert" className={classes.failed}>
          {problem}
        </p>
      ) : null}
      <p className={classes.bytes}>
        {t`A small copy of each image, without metadata, goes from this browser straight to ${service.label}, under your own agreement with it. The key is kept in this browser only and is never sent to this server.`}
      </p>
    </div>
  )
}

function NewKey({ service }: { service: OwnService }) {
  const [key, setKey] = useState('')
  const use = (event: FormEvent) => {
    event.preventDefault()
    // A form inside the options must not start anything else.
    event.stopPropagation()
    if (!isKey(key.trim())) return
    useOwnKeys.getState().keep(service.id, { key: key.trim(), model: '' })
    chooseModel({ kind: 'own', service: service.id })
  }
  return (
    <form onSubmit={use} className={classes.fields}>
      <PasswordInput
        label={t`Your key for ${service.label}`}
        description={t`You get one at ${service.keysAt}.`}
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': t`Show or hide the key` }}
        spellCheck={false}
        value={key}
        error={key.trim() && !isKey(key.trim()) ? t`A key has no spaces and only plain characters.` : undefined}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      <Button
        type="submit"
        size="compact-sm"
        variant="default"
        className={classes.cancel ?? ''}
        disabled={!isKey(key.trim())}
      >
        {t`Use this key`}
      </Button>
    </form>
  )
}

/** The same as the rule in crates/vision/src/providers/own.rs: in some requests the name is part of an address. */
const MODEL_NAME = /^[a-z0-9][\w.:-]{0,99}$/i

function KeptKey({ service }: { service: OwnService }) {
  const { keys, keep, forget } = useOwnKeys()
  const kept = keys[service.id]
  if (!kept) return null
  const wrong = kept.model !== '' && !MODEL_NAME.test(kept.model)
  return (
    <>
      <TextInput
        label={t`Model`}
        placeholder={service.model}
        spellCheck={false}
        value={kept.model}
        error={wrong ? t`This is not the name of a model.` : undefined}
        onChange={(event) => keep(service.id, { ...kept, model: event.currentTarget.value.trim() })}
      />
      <Button size="compact-sm" variant="default" className={classes.cancel ?? ''} onClick={() => forget(service.id)}>
        {t`Forget this key`}
      </Button>
    </>
  )
}
