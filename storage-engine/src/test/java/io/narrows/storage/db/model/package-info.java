/**
 * A database and what it must answer. {@link io.narrows.storage.db.model.Store} is what a test does to a database; the
 * engine, RocksDB and a sorted map are three of them.
 */
package io.narrows.storage.db.model;
