// Short names for the generated types. Never written by hand: they come from Rust through OpenAPI (`make api`).
import type { components } from './schema'

type Schemas = components['schemas']
/** The engine always writes a field that may be unknown: as null. */
type WhatIsKnown<T> = Required<T>

export type SessionAnswer = Schemas['SessionView']
export type Asked = Schemas['Asked']
export type User = Schemas['User']
export type Preferences = Required<Schemas['Preferences']>
export type DeviceSession = Schemas['DeviceView']
export type DevEmail = Schemas['DevEmail']
export type ApiKey = Schemas['KeyView']
export type NewApiKey = Schemas['NewKey']
export type ApiScope = Schemas['Scope']
export type Tier = Schemas['Tier']
export type Plan = Schemas['Plan']
export type ProcessingOptions = Required<Schemas['ProcessingOptions']>
export type Position = ProcessingOptions['textWatermarkPosition']
export type OutputFormat = ProcessingOptions['outputFormat']
export type Category = ProcessingOptions['customCategory']
export type UsageRights = ProcessingOptions['customUsageRights']
export type LetterCase = ProcessingOptions['letterCase']
export type Separator = ProcessingOptions['separator']
export type OptionProblem = Schemas['OptionProblem']
export type GateWords = Schemas['GateWords']
export type Bounds = Schemas['Bounds']
export type PictureFormat = Schemas['PictureFormat']
export type Inspection = WhatIsKnown<Schemas['Inspection']>
export type Facts = WhatIsKnown<Schemas['Facts']>
export type Description = Schemas['Description']
/** What is not known of a picture is left out. */
export type NameParts = Partial<Schemas['NameParts']>
export type NameCandidate = Schemas['NameCandidate']
export type ProviderId = Schemas['Provider']
export type PasswordRules = Schemas['PasswordRules']
export type Usage = Schemas['Usage']
export type UsageDay = Schemas['UsageDay']
export type Job = Schemas['Job']
export type JobStatus = Schemas['JobStatus']
export type JobResults = Schemas['JobResults']
export type JobList = Schemas['JobPage']
export type Batch = Schemas['Batch']
export type BatchList = Schemas['BatchPage']
export type ProcessedFile = Schemas['ProcessedFile']
export type NewProcessedFile = Schemas['NewFile']
export type DownloadGrant = Schemas['DownloadGrant']
export type Template = Schemas['Template']
export type TemplateList = Schemas['TemplateList']
export type NewTemplate = Schemas['TemplateForm']
export type Interval = Schemas['Interval']
export type Subscription = Schemas['Subscription']
export type SubscriptionStatus = Schemas['SubscriptionStatus']
export type BillingRecord = Schemas['BillingRecord']
export type BillingHistory = Schemas['BillingHistory']
export type Invoice = Schemas['Invoice']
export type TestCheckout = Schemas['TestCheckoutView']
