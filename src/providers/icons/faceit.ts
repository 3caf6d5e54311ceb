/** `simple-icons:faceit` of Iconify, CC0 1.0. Drawn by `node tools/icons.js`. */
export default '<rect width="24" height="24" rx="6" fill="#ff5500"/><svg x="4.5" y="4.5" width="15" height="15" viewBox="0 0 24 24" fill="#fff"><path d="M24 2.7a.17.17 0 0 0-.31-.1 1141 1141 0 0 0-6.06 9.38H.22c-.22 0-.3.28-.11.35a2066 2066 0 0 1 23.5 9.14c.15.06.39-.08.39-.18z"/></svg>'
