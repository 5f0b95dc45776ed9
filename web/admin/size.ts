const megabyte = 1024 * 1024

/** `12.4 MB` from bytes, `87 KB` below one, `3.1 GB` from a thousand. */
export function formatSize(bytes: number): string {
  if (bytes < megabyte) return `${Math.ceil(bytes / 1024)} KB`
  if (bytes < 1000 * megabyte) return `${(bytes / megabyte).toFixed(1)} MB`
  return `${(bytes / megabyte / 1024).toFixed(1)} GB`
}
