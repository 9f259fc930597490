"""Writes Python functions, stubs and documents from the op table (`vox ops --json`)."""
