/**
 * Changes that are made together. {@link io.narrows.storage.batch.WriteBatch} collects them in the bytes that the
 * write-ahead log gets, {@link io.narrows.storage.batch.BatchRecord} reads such bytes, whoever wrote them.
 */
package io.narrows.storage.batch;
