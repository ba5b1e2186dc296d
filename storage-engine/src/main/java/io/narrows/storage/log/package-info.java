/**
 * Logs: files of records that are appended, in the format of RocksDB's write-ahead logs and MANIFESTs.
 *
 * <pre>
 *   block of 32768 bytes:  record | record | … | zeros, when fewer bytes are left than a header takes
 *   record:                fixed32 checksum | fixed16 length | u8 type | payload
 *   recyclable record:     fixed32 checksum | fixed16 length | u8 type | fixed32 number of the log | payload
 * </pre>
 *
 * What a user of a log calls a record may be cut into fragments, so that none crosses the end of a block.
 * {@link io.narrows.storage.log.LogWriter} writes one, {@link io.narrows.storage.log.LogReader} reads it. More is in
 * docs/formats/db.md.
 */
package io.narrows.storage.log;
