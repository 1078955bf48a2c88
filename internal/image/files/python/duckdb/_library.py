"""DuckDB's C library."""

import ctypes
import os


class Error(Exception):
    """Any failure of DuckDB."""


# The usual module has a class for every kind of failure.
DatabaseError = OperationalError = ProgrammingError = Error
BinderException = CatalogException = ConversionException = Error
IOException = InvalidInputException = OutOfMemoryException = ParserException = Error


class _Result(ctypes.Structure):
    _fields_ = [("counts", ctypes.c_uint64 * 3), ("columns", ctypes.c_void_p),
                ("error", ctypes.c_char_p), ("internal", ctypes.c_void_p)]


class _Hugeint(ctypes.Structure):
    _fields_ = [("lower", ctypes.c_uint64), ("upper", ctypes.c_int64)]


_pointer, _index, _text, _int = ctypes.c_void_p, ctypes.c_uint64, ctypes.c_char_p, ctypes.c_int
_result = ctypes.POINTER(_Result)
_out = ctypes.POINTER(ctypes.c_void_p)
_functions = {  # name: result, arguments
    "library_version": (_text, []), "free": (None, [_pointer]),
    "create_config": (_int, [_out]), "set_config": (_int, [_pointer, _text, _text]), "destroy_config": (None, [_out]),
    "open_ext": (_int, [_text, _out, _pointer, ctypes.POINTER(_pointer)]), "close": (None, [_out]),
    "connect": (_int, [_pointer, _out]), "disconnect": (None, [_out]),
    "extract_statements": (_index, [_pointer, _text, _out]), "extract_statements_error": (_text, [_pointer]),
    "destroy_extracted": (None, [_out]),
    "prepare_extracted_statement": (_int, [_pointer, _pointer, _index, _out]),
    "prepare_error": (_text, [_pointer]), "destroy_prepare": (None, [_out]),
    "bind_parameter_index": (_int, [_pointer, ctypes.POINTER(_index), _text]),
    "bind_null": (_int, [_pointer, _index]), "bind_boolean": (_int, [_pointer, _index, ctypes.c_bool]),
    "bind_int64": (_int, [_pointer, _index, ctypes.c_int64]), "bind_double": (_int, [_pointer, _index, ctypes.c_double]),
    "bind_hugeint": (_int, [_pointer, _index, _Hugeint]),
    "bind_varchar_length": (_int, [_pointer, _index, _text, _index]),
    "bind_blob": (_int, [_pointer, _index, _text, _index]),
    "bind_date": (_int, [_pointer, _index, ctypes.c_int32]), "bind_time": (_int, [_pointer, _index, ctypes.c_int64]),
    "bind_timestamp": (_int, [_pointer, _index, ctypes.c_int64]),
    "execute_prepared": (_int, [_pointer, _result]), "result_error": (_text, [_result]), "destroy_result": (None, [_result]),
    "column_count": (_index, [_result]), "column_name": (_text, [_result, _index]),
    "column_logical_type": (_pointer, [_result, _index]), "rows_changed": (_index, [_result]),
    "result_return_type": (_int, [_Result]),
    "fetch_chunk": (_pointer, [_Result]), "data_chunk_get_size": (_index, [_pointer]),
    "data_chunk_get_vector": (_pointer, [_pointer, _index]), "destroy_data_chunk": (None, [_out]),
    "vector_get_data": (_pointer, [_pointer]), "vector_get_validity": (_pointer, [_pointer]),
    "get_type_id": (_int, [_pointer]), "destroy_logical_type": (None, [_out]),
    "decimal_scale": (ctypes.c_uint8, [_pointer]), "decimal_internal_type": (_int, [_pointer]),
    "enum_internal_type": (_int, [_pointer]), "enum_dictionary_size": (ctypes.c_uint32, [_pointer]),
    "enum_dictionary_value": (_pointer, [_pointer, _index]),
    "list_type_child_type": (_pointer, [_pointer]), "list_vector_get_child": (_pointer, [_pointer]),
    "list_vector_get_size": (_index, [_pointer]),
    "array_type_child_type": (_pointer, [_pointer]), "array_type_array_size": (_index, [_pointer]),
    "array_vector_get_child": (_pointer, [_pointer]),
    "map_type_key_type": (_pointer, [_pointer]), "map_type_value_type": (_pointer, [_pointer]),
    "struct_type_child_count": (_index, [_pointer]), "struct_type_child_name": (_pointer, [_pointer, _index]),
    "struct_type_child_type": (_pointer, [_pointer, _index]), "struct_vector_get_child": (_pointer, [_pointer, _index]),
}


class _Library:
    def __init__(self):
        path = os.environ.get("M4BENCH_LIBDUCKDB", "/usr/local/lib/m4bench/libduckdb.so")
        library = ctypes.CDLL(path)
        for name, (result, arguments) in _functions.items():
            function = getattr(library, "duckdb_" + name)
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)

    def text(self, pointer):
        """The text at a pointer that is ours to free."""
        value = ctypes.string_at(pointer).decode()
        self.free(pointer)
        return value


_lib = _Library()
