package io.icerunner.internal.flight;

import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A message of a stream that comes in, on its way from the wire to Flight.
 *
 * @param content what Flight's own marshaller made of it; null if it was not asked
 * @param header the message's metadata; null if it has none
 * @param schema if it is one
 * @param fault why the message is refused; null if it is fine so far
 */
record CheckedMessage(
    @Nullable Object content,
    @Nullable Message header,
    @Nullable Schema schema,
    @Nullable String fault) {

  static CheckedMessage refused(String fault) {
    return new CheckedMessage(null, null, null, fault);
  }

  /** The batch in it; null if it holds none. */
  static @Nullable RecordBatch batch(Message header) {
    if (header.headerType() == MessageHeader.RecordBatch) {
      return (RecordBatch) header.header(new RecordBatch());
    }
    if (header.headerType() == MessageHeader.DictionaryBatch) {
      DictionaryBatch dictionary = (DictionaryBatch) header.header(new DictionaryBatch());
      return dictionary == null ? null : dictionary.data();
    }
    return null;
  }

  /** Whether it extends a dictionary instead of replacing it. */
  static boolean isDelta(Message header) {
    return header.headerType() == MessageHeader.DictionaryBatch
        && header.header(new DictionaryBatch()) instanceof DictionaryBatch dictionary
        && dictionary.isDelta();
  }

  /** The id of the dictionary that it fills; null if it is no dictionary batch. */
  static @Nullable Long dictionary(Message header) {
    if (header.headerType() != MessageHeader.DictionaryBatch) {
      return null;
    }
    DictionaryBatch dictionary = (DictionaryBatch) header.header(new DictionaryBatch());
    if (dictionary == null) {
      return null;
    }
    return dictionary.id();
  }
}
