/**
 * The storage engine, which keeps sorted keys in files and does no networking. {@link io.narrows.storage.Slice} represents
 * bytes throughout, {@link io.narrows.storage.InternalKey} a key with its sequence number.
 */
package io.narrows.storage;
