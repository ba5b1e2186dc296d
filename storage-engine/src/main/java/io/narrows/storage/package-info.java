/**
 * The storage engine. It keeps sorted keys in files; it knows no network. {@link io.narrows.storage.Slice} is how bytes
 * travel in it, {@link io.narrows.storage.InternalKey} what a key is once it has a sequence number.
 */
package io.narrows.storage;
