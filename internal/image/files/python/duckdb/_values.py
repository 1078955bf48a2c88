"""How the values of DuckDB's vectors are read."""

import ctypes
import datetime
import decimal
import struct
import uuid

from ._library import Error, _lib

_epoch = datetime.datetime(1970, 1, 1)
_formats = {2: "b", 3: "h", 4: "i", 5: "q", 6: "B", 7: "H", 8: "I", 9: "Q", 10: "f", 11: "d"}
_names = {1: "BOOLEAN", 2: "TINYINT", 3: "SMALLINT", 4: "INTEGER", 5: "BIGINT", 6: "UTINYINT", 7: "USMALLINT",
          8: "UINTEGER", 9: "UBIGINT", 10: "FLOAT", 11: "DOUBLE", 12: "TIMESTAMP", 13: "DATE", 14: "TIME",
          15: "INTERVAL", 16: "HUGEINT", 17: "VARCHAR", 18: "BLOB", 19: "DECIMAL", 20: "TIMESTAMP_S",
          21: "TIMESTAMP_MS", 22: "TIMESTAMP_NS", 23: "ENUM", 24: "LIST", 25: "STRUCT", 26: "MAP", 27: "UUID",
          31: "TIMESTAMP WITH TIME ZONE", 32: "UHUGEINT", 33: "ARRAY", 36: "NULL"}
_ticks = {12: 1, 20: 1_000_000, 21: 1_000, 31: 1}  # microseconds


def _unpack(data, letter, count):
    return struct.unpack_from("<%d%s" % (count, letter), ctypes.string_at(data, struct.calcsize("<" + letter) * count))


def _blobs(data, count):
    for length, rest in struct.iter_unpack("<I12s", ctypes.string_at(data, 16 * count)):
        yield rest[:length] if length <= 12 else (length, int.from_bytes(rest[4:], "little"))


class _Type:
    """How one column's values are read."""

    def __init__(self, pointer):
        self.id = _lib.get_type_id(pointer)
        self.name = _names.get(self.id, "type %d" % self.id)
        self.children, self.keys = [], []
        if self.id == 19:
            self.scale, self.stored = _lib.decimal_scale(pointer), _lib.decimal_internal_type(pointer)
        elif self.id == 23:
            self.stored = _lib.enum_internal_type(pointer)
            self.words = [_lib.text(_lib.enum_dictionary_value(pointer, i)) for i in range(_lib.enum_dictionary_size(pointer))]
        elif self.id == 24:
            self.children = [_Type(_lib.list_type_child_type(pointer))]
        elif self.id == 33:
            self.length, self.children = _lib.array_type_array_size(pointer), [_Type(_lib.array_type_child_type(pointer))]
        elif self.id == 26:
            self.children = [_Type(_lib.map_type_key_type(pointer)), _Type(_lib.map_type_value_type(pointer))]
        elif self.id == 25:
            for i in range(_lib.struct_type_child_count(pointer)):
                self.keys.append(_lib.text(_lib.struct_type_child_name(pointer, i)))
                self.children.append(_Type(_lib.struct_type_child_type(pointer, i)))
        _lib.destroy_logical_type(ctypes.byref(ctypes.c_void_p(pointer)))

    def values(self, vector, count):
        """The values of a vector as a list, None where there is none."""
        valid = _valid(vector, count)
        if self.id == 36 or count == 0:
            return [None] * count
        return self.read(vector, _lib.vector_get_data(vector), count, valid)

    def read(self, vector, data, count, valid):
        kind = self.id
        if kind in _formats:
            return _where(_unpack(data, _formats[kind], count), valid)
        if kind == 1:
            return _where([b != 0 for b in ctypes.string_at(data, count)], valid)
        if kind in (17, 18):
            return self.strings(data, count, valid)
        if kind in (16, 27, 32):
            return [self.huge(low, high) if ok else None for (low, high), ok in zip(struct.iter_unpack(
                "<QQ" if kind == 32 else "<Qq", ctypes.string_at(data, 16 * count)), valid)]
        if kind == 19:
            return self.decimals(data, count, valid)
        if kind == 23:
            return [self.words[code] if ok else None for code, ok in zip(_unpack(data, _formats[self.stored], count), valid)]
        if kind == 13:
            return [_date(day) if ok else None for day, ok in zip(_unpack(data, "i", count), valid)]
        if kind in _ticks or kind == 22:
            return [self.moment(tick) if ok else None for tick, ok in zip(_unpack(data, "q", count), valid)]
        if kind == 14:
            return [_clock(tick) if ok else None for tick, ok in zip(_unpack(data, "q", count), valid)]
        if kind == 15:
            return [datetime.timedelta(days=30 * months + days, microseconds=micros) if ok else None for (months, days, micros), ok
                    in zip(struct.iter_unpack("<iiq", ctypes.string_at(data, 16 * count)), valid)]
        return self.nested(vector, data, count, valid)

    def strings(self, data, count, valid):
        values = []
        for blob, ok in zip(_blobs(data, count), valid):
            if not ok:
                values.append(None)
                continue
            if isinstance(blob, tuple):
                blob = ctypes.string_at(blob[1], blob[0])
            values.append(blob.decode() if self.id == 17 else blob)
        return values

    def huge(self, low, high):
        if self.id == 27:
            return uuid.UUID(int=((high + (1 << 63)) << 64) + low)
        return (high << 64) + low

    def decimals(self, data, count, valid):
        if self.stored == 16:
            whole = [(high << 64) + low for low, high in struct.iter_unpack("<Qq", ctypes.string_at(data, 16 * count))]
        else:
            whole = _unpack(data, _formats[self.stored], count)
        return [decimal.Decimal(n).scaleb(-self.scale, _wide) if ok else None for n, ok in zip(whole, valid)]

    def moment(self, tick):
        if tick in (_forever, -_forever):
            return datetime.datetime.max if tick > 0 else datetime.datetime.min
        micros = tick // 1000 if self.id == 22 else tick * _ticks[self.id]
        value = _epoch + datetime.timedelta(microseconds=micros)
        return value.replace(tzinfo=datetime.timezone.utc) if self.id == 31 else value

    def nested(self, vector, data, count, valid):
        if self.id == 25:
            columns = [t.values(_lib.struct_vector_get_child(vector, i), count) for i, t in enumerate(self.children)]
            return [dict(zip(self.keys, row)) if ok else None for row, ok in zip(zip(*columns), valid)]
        if self.id == 33:
            items = self.children[0].values(_lib.array_vector_get_child(vector), count * self.length)
            return [tuple(items[i * self.length:(i + 1) * self.length]) if ok else None for i, ok in enumerate(valid)]
        if self.id not in (24, 26):
            raise Error("this module cannot read values of %s: cast them to VARCHAR" % self.name)
        child, size = _lib.list_vector_get_child(vector), _lib.list_vector_get_size(vector)
        if self.id == 24:
            items = self.children[0].values(child, size)
        else:
            items = list(zip(*(t.values(_lib.struct_vector_get_child(child, i), size) for i, t in enumerate(self.children))))
        spans = struct.iter_unpack("<QQ", ctypes.string_at(data, 16 * count))
        make = list if self.id == 24 else dict
        return [make(items[start:start + length]) if ok else None for (start, length), ok in zip(spans, valid)]

    def array(self, vectors):
        """A numpy array of the values, as the usual module makes one."""
        import numpy
        if self.id in _formats or self.id in (12, 13):
            return self.plain(numpy, vectors)
        values = [v for vector, count in vectors for v in self.values(vector, count)]
        if self.id in (16, 19, 32):
            return numpy.array([numpy.nan if v is None else float(v) for v in values], dtype="float64")
        if self.id == 1 and None not in values:
            return numpy.array(values, dtype="bool")
        if self.id in (20, 21, 22):
            return numpy.array(values, dtype="datetime64[us]")
        if self.id == 15:
            return numpy.array(values, dtype="timedelta64[us]")
        filled = numpy.empty(len(values), dtype="object")
        filled[:] = values
        return filled

    def plain(self, numpy, vectors):
        letter = _formats.get(self.id, "i" if self.id == 13 else "q")
        parts, masks = [numpy.empty(0, dtype="<" + letter)], [numpy.empty(0, dtype="bool")]
        for vector, count in vectors:
            size = struct.calcsize("<" + letter) * count
            parts.append(numpy.frombuffer(ctypes.string_at(_lib.vector_get_data(vector), size), dtype="<" + letter))
            masks.append(numpy.array(_valid(vector, count), dtype="bool"))
        values, valid = numpy.concatenate(parts), numpy.concatenate(masks)
        if self.id in (12, 13):
            times = values.astype("int64").view("datetime64[us]" if self.id == 12 else "datetime64[D]").astype("datetime64[us]")
            times[~valid] = numpy.datetime64("NaT")
            return times
        if valid.all():
            return values
        values = values.astype("float32" if letter == "f" else "float64")
        values[~valid] = numpy.nan
        return values


_wide = decimal.Context(prec=60)
_forever = (1 << 63) - 1


def _valid(vector, count):
    mask = _lib.vector_get_validity(vector)
    if not mask:
        return [True] * count
    bits = int.from_bytes(ctypes.string_at(mask, (count + 63) // 64 * 8), "little")
    return [bits >> i & 1 == 1 for i in range(count)]


def _where(values, valid):
    return [v if ok else None for v, ok in zip(values, valid)]


def _date(day):
    try:
        return datetime.date(1970, 1, 1) + datetime.timedelta(days=day)
    except OverflowError:
        return datetime.date.max if day > 0 else datetime.date.min


def _clock(tick):
    return (_epoch + datetime.timedelta(microseconds=tick)).time() if tick < 86_400_000_000 else datetime.time.max


class _Rows:
    """A finished result: chunks of DuckDB's memory, read when asked for."""

    def __init__(self, result):
        self.result, self.waiting = result, []
        count = _lib.column_count(ctypes.byref(result))
        self.names = [_lib.column_name(ctypes.byref(result), i).decode() for i in range(count)]
        self.types = [_Type(_lib.column_logical_type(ctypes.byref(result), i)) for i in range(count)]

    def chunks(self):
        while True:
            chunk = ctypes.c_void_p(_lib.fetch_chunk(self.result))
            if not chunk.value:
                return
            try:
                yield chunk, _lib.data_chunk_get_size(chunk)
            finally:
                _lib.destroy_data_chunk(ctypes.byref(chunk))

    def fetch(self, most):
        while most is None or len(self.waiting) < most:
            more = next(self.lists(), None)
            if more is None:
                break
            self.waiting.extend(more)
        most = len(self.waiting) if most is None else most
        rows, self.waiting = self.waiting[:most], self.waiting[most:]
        return rows

    def lists(self):
        for chunk, size in self.chunks():
            columns = [t.values(_lib.data_chunk_get_vector(chunk, i), size) for i, t in enumerate(self.types)]
            yield list(zip(*columns))

    def arrays(self):
        held = []
        while True:
            chunk = ctypes.c_void_p(_lib.fetch_chunk(self.result))
            if not chunk.value:
                break
            held.append((chunk, _lib.data_chunk_get_size(chunk)))
        try:
            return [t.array([(_lib.data_chunk_get_vector(c, i), size) for c, size in held]) for i, t in enumerate(self.types)]
        finally:
            for chunk, _ in held:
                _lib.destroy_data_chunk(ctypes.byref(chunk))

    def close(self):
        if self.result is not None:
            _lib.destroy_result(ctypes.byref(self.result))
            self.result = None

    __del__ = close
