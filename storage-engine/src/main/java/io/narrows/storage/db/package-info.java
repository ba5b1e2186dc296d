/** A database: a directory of logs, SST files and a manifest that RocksDB opens, too. */
package io.narrows.storage.db;
