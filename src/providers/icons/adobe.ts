/** `simple-icons:adobe` of Iconify, CC0 1.0. Drawn by `node tools/icons.js`. */
export default '<rect width="24" height="24" rx="6" fill="#ff0000"/><svg x="4.5" y="4.5" width="15" height="15" viewBox="0 0 24 24" fill="#fff"><path d="m13.97 22.62-1.7-4.28H8.13l3.9-9.14 5.66 13.42zM8.88 1.38H0v21.24zm15.12 0h-8.88L24 22.62Z"/></svg>'
