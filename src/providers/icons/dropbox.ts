/** `simple-icons:dropbox` of Iconify, CC0 1.0. Drawn by `node tools/icons.js`. */
export default '<rect width="24" height="24" rx="6" fill="#0061ff"/><svg x="4.5" y="4.5" width="15" height="15" viewBox="0 0 24 24" fill="#fff"><path d="M6 1.8 0 5.64l6 3.82 6-3.82zm12 0-6 3.83 6 3.82 6-3.82zM0 13.28l6 3.83 6-3.83-6-3.82zm18-3.82-6 3.82 6 3.83 6-3.83zM6 18.37l6 3.82 6-3.82-6-3.82z"/></svg>'
