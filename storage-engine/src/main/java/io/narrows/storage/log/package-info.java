/**
 * Logs: append-only files of records, in the format of RocksDB's write-ahead logs and MANIFESTs.
 *
 * <pre>
 *   block of 32768 bytes:  record | record | … | zeros, when fewer bytes are left than a header takes
 *   record:                fixed32 checksum | fixed16 length | u8 type | payload
 *   recyclable record:     fixed32 checksum | fixed16 length | u8 type | fixed32 number of the log | payload
 * </pre>
 *
 * A logical record may be split into fragments, none of which crosses the end of a block.
 * {@link io.narrows.storage.log.LogWriter} writes a log, {@link io.narrows.storage.log.LogReader} reads one. See
 * docs/formats/db.md for more.
 */
@NullMarked
package io.narrows.storage.log;

import org.jspecify.annotations.NullMarked;
