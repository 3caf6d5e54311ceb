/**
 * The argument parser. The build copies it into this one file (`tools/build/included-packages.js`), so that an app installs no further package.
 *
 * @module
 */
export { Command, CommanderError, Option } from 'commander'
