/**
 * Allowed first words of function names: verbs that are common in web authentication, and particles of conversions and decorators
 * (`toError`, `fromBase64url`, `withTimeouts`). Add a verb if it is the established term for something new.
 */
export const verbs = new Set(
  `
    abort accept acquire add allow append apply as assert attempt authenticate authorize await begin
    bind build cache call can cancel capture catch chain check clear clone close collect combine commit
    compare compile complete compose compute configure confirm connect consume convert copy count
    create decode decrement decrypt dedupe defer define delete deny derive describe deserialize
    detect digest disable discover dispatch draw drop emit enable encode encrypt end ensure escape
    evict exchange exclude execute expand expect expire extend extract fetch fill filter find finish
    flush forbid force format forward freeze from generate get grant group guard handle has hash hide
    identify ignore import include increment index infer init inject insert inspect install
    intercept interleave interpolate introspect invalidate invoke is issue iterate join link list
    listen load lock log make map mark match measure memoize merge migrate minimize mount move
    multiply navigate needs normalize notify omit on open override pad parse patch peek pick plan
    plant poll post prefix prepare print produce protect prove provide push put query quote raise
    read rebuild receive record redact redirect reduce refresh refuse register reject release
    remember remove rename render repeat replace report request require reseal reserve reset resolve respond
    restore restrict resume rethrow retry return revoke rewrite rotate round run sanitize save scan schedule
    seal search select send separate serialize serve set shorten should show sign signal simplify simulate
    skip sleep sort split start stop store strip submit subscribe substitute supports swap sync
    synchronize take test throttle throw to toggle tokenize track transform translate trigger trim
    truncate try unlink unmount unquote unregister unseal unsubscribe unwrap update upsert use
    validate verify visit wait walk warn watch with without wrap write
  `
    .trim()
    .split(/\s+/),
)
