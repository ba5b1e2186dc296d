/**
 * Compares databases with a model. {@link io.narrows.storage.db.model.Store} is the interface that tests use; our engine,
 * RocksDB and a sorted map implement it.
 */
package io.narrows.storage.db.model;
