"""How the library was linked: hard to misuse, and without what only the builder's machine has.

`MCBNC_LIBRARY` may name a library for another processor, since nothing here loads it.
"""

from __future__ import annotations

import abi
import pytest
from elf import GNU_RELRO, GNU_STACK, Elf
from helpers import ROOT

if abi.library_path().suffix != ".so":
    pytest.skip("these are properties of ELF files", allow_module_level=True)

FLAGS, FLAGS_1 = 30, 0x6FFFFFFB
BIND_NOW, NOW = 8, 1
TEXTREL, RPATH, RUNPATH = 22, 15, 29


@pytest.fixture(scope="module")
def library() -> Elf:
    return Elf(abi.library_path())


def test_addresses_are_read_only_before_the_first_call(library):
    """Full RELRO: the loader binds every symbol, and then takes away the right to write the table."""
    assert GNU_RELRO in library.segments()
    assert library.dynamic()[FLAGS] & BIND_NOW
    assert library.dynamic()[FLAGS_1] & NOW


def test_no_memory_is_writable_and_executable(library):
    assert not library.executable(GNU_STACK)
    assert TEXTREL not in library.dynamic()
    writable = 2
    assert not [kind for kind, flags in library.segments().items() if flags & writable and flags & 1]


def test_no_other_folder_is_searched_for_libraries(library):
    assert not {RPATH, RUNPATH} & library.dynamic().keys()


def test_it_is_stripped(library):
    assert not [name for name in library.sections() if name.startswith((".debug", ".symtab", ".strtab"))]


def test_it_does_not_name_the_folder_of_the_build(library):
    assert str(ROOT).encode() not in abi.library_path().read_bytes()
