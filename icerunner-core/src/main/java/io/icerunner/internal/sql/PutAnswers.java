package io.icerunner.internal.sql;

import com.google.protobuf.Message;
import org.apache.arrow.flight.FlightProducer.StreamListener;
import org.apache.arrow.flight.PutResult;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/** Answers a DoPut with one message and ends it. */
record PutAnswers(BufferAllocator allocator) {
  void send(StreamListener<PutResult> results, Message message) {
    byte[] bytes = message.toByteArray();
    try (ArrowBuf buffer = allocator.buffer(bytes.length)) {
      buffer.writeBytes(bytes);
      results.onNext(PutResult.metadata(buffer));
    }
    results.onCompleted();
  }
}
