/** `simple-icons:vercel` of Iconify, CC0 1.0. Drawn by `node tools/icons.js`. */
export default '<rect width="24" height="24" rx="6" fill="#000000"/><svg x="4.5" y="4.5" width="15" height="15" viewBox="0 0 24 24" fill="#fff"><path d="m12 1.6 12 20.8H0Z"/></svg>'
