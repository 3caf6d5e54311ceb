/** `simple-icons:autodesk` of Iconify, CC0 1.0. Drawn by `node tools/icons.js`. */
export default '<rect width="24" height="24" rx="6" fill="#000000"/><svg x="4.5" y="4.5" width="15" height="15" viewBox="0 0 24 24" fill="#fff"><path d="m.13 20.2 14.7-9.13h7.62c.24 0 .45.18.45.44 0 .21-.1.3-.21.38l-7.22 4.32c-.47.28-.64.84-.64 1.26v2.73H24V4.36a.56.56 0 0 0-.58-.56h-8.76L0 12.9v7.3z"/></svg>'
