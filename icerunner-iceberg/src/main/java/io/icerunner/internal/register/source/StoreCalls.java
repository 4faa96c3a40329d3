package io.icerunner.internal.register.source;

/**
 * What a {@link SourceStore} asked of its stores so far.
 *
 * @param listings of a folder or of one file's entry; one may be several pages
 * @param reads of a range of a file
 * @param bytes read
 * @param retries attempts that were repeated here; the store's own client may repeat single
 *     requests below
 */
public record StoreCalls(long listings, long reads, long bytes, long retries) {

  /** The calls since an earlier count. */
  public StoreCalls since(StoreCalls earlier) {
    return new StoreCalls(
        listings - earlier.listings,
        reads - earlier.reads,
        bytes - earlier.bytes,
        retries - earlier.retries);
  }
}
