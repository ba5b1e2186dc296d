/**
 * The storage engine, which keeps sorted keys in files and does not use the network. {@link io.narrows.storage.Slice}
 * represents bytes throughout, {@link io.narrows.storage.InternalKey} a key with its sequence number.
 */
@NullMarked
package io.narrows.storage;

import org.jspecify.annotations.NullMarked;
