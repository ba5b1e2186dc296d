/** Files that an interrupted thread does not close. */
package io.narrows.storage.file;
