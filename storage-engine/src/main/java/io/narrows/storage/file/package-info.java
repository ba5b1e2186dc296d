/** Files that stay open when a thread is interrupted. */
package io.narrows.storage.file;
