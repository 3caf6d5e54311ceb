/** `simple-icons:roblox` of Iconify, CC0 1.0. Drawn by `node tools/icons.js`. */
export default '<rect width="24" height="24" rx="6" fill="#000000"/><svg x="4.5" y="4.5" width="15" height="15" viewBox="0 0 24 24" fill="#fff"><path d="M18.93 24 0 18.9 5.08 0 24 5.1Zm-3.58-13.91-5.28-1.45-1.42 5.27 5.28 1.45z"/></svg>'
