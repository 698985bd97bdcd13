// The end of a script with the one who started it. `npm start` runs through a shell, which passes no signal on:
// a process manager that ends npm would leave the script behind.

/** Ends this process with SIGTERM when the parent it has now goes. `every`: milliseconds between two looks. */
export function endWithParent(every = 500) {
  const parent = process.ppid
  const look = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(look)
    process.kill(process.pid, 'SIGTERM')
  }, every)
  look.unref()
}
