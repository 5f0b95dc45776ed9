const megabyte = 1024 * 1024

/** `12.4 MB` from bytes, `87 KB` below one. */
export function formatSize(bytes: number): string {
  if (bytes < megabyte) return `${Math.ceil(bytes / 1024)} KB`
  return `${(bytes / megabyte).toFixed(1)} MB`
}
