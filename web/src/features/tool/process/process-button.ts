// The look of the process button, shared by its idle and its running form.
import classes from './process.module.css'

export const PROCESS_BUTTON = { root: classes.processButton ?? '', label: classes.processLabel ?? '' }
