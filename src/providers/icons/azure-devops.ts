/** `simple-icons:azuredevops` of Iconify, CC0 1.0. Drawn by `node tools/icons.js`. */
export default '<rect width="24" height="24" rx="6" fill="#0078d7"/><svg x="4.5" y="4.5" width="15" height="15" viewBox="0 0 24 24" fill="#fff"><path d="M0 8.88 2.25 5.9l8.4-3.42V.02l7.37 5.4L2.97 8.33v8.22L0 15.71zm24-4.45v14.65l-5.75 4.9-9.3-3.06v3.06l-5.98-7.42 15.05 1.8V5.42z"/></svg>'
