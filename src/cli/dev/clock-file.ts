/** The variable with the path of the file that contains the offset of the clock, in milliseconds. */
export const clockVariable = 'LATCHKEY_DEV_CLOCK'

/** How long a process uses an offset before it reads the file again, in milliseconds. */
export const clockInterval = 20
