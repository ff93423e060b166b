// Short names for the generated types. Never written by hand: they come from Rust through OpenAPI (`make api`).
import type { components } from './schema'

type Schemas = components['schemas']

export type SessionAnswer = Schemas['SessionView']
export type User = Schemas['UserView']
export type Preferences = Schemas['Preferences']
export type DeviceSession = Schemas['DeviceView']
export type Tier = Schemas['Tier']
export type Plan = Schemas['Plan']
export type ProcessingOptions = Required<Schemas['ProcessingOptions']>
export type Position = Schemas['Position']
export type OutputFormat = Schemas['OutputFormat']
export type ContextMode = Schemas['ContextMode']
export type Category = Schemas['Category']
export type UsageRights = Schemas['UsageRights']
export type LetterCase = Schemas['LetterCase']
export type Separator = Schemas['Separator']
